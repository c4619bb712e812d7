package run

// Names of the flags of a queue.
const (
	flagQueue        = "queue"
	flagQueueWorkers = "queue-workers"
	flagQueueShards  = "queue-shards"
	embedded         = "embedded" // the value of --queue for one inside this process
)
