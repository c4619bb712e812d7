package score

// scorers returns all scorers, in the order of their scores.
func scorers() []scorer {
	return []scorer{
		turnScorer(), answerScorer(), replyScorer(), fallbackScorer(), routingScorer(), planningScorer(), skillScorer(),
		toolScorer(), learningScorer(), judgeScorer(), contextScorer(), costScorer(),
		budgetScorer(),
	}
}

// Metrics returns the metrics of all scorers.
func Metrics() []Metric {
	var all []Metric
	for _, s := range scorers() {
		all = append(all, s.metrics...)
	}
	return all
}
