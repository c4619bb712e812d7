package stored

// journalFile is the file in a run's folder with its finished cases, until the run has ended.
const journalFile = "journal"
