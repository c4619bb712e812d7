package retrieval

import "slices"

// best returns the numbers of the k documents with the highest scores, the highest first; of equal ones the lesser
// number. Documents without a score are left out.
func best(scores []int64, k int) []int {
	if k <= 0 {
		return nil
	}
	var heap []uint64 // of the best so far, the smallest on top
	for doc, s := range scores {
		switch key := uint64(s)<<32 | uint64(^uint32(doc)); {
		case s <= 0:
		case len(heap) < k:
			heap = append(heap, key)
			up(heap)
		case key > heap[0]:
			heap[0] = key
			down(heap)
		}
	}
	slices.Sort(heap)
	slices.Reverse(heap)
	docs := make([]int, len(heap))
	for i, key := range heap {
		docs[i] = int(^uint32(key))
	}
	return docs
}

// up moves the last element to its place.
func up(heap []uint64) {
	for i := len(heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if heap[parent] <= heap[i] {
			return
		}
		heap[parent], heap[i] = heap[i], heap[parent]
		i = parent
	}
}

// down moves the first element to its place.
func down(heap []uint64) {
	for i := 0; ; {
		least := 2*i + 1
		if least >= len(heap) {
			return
		}
		if r := least + 1; r < len(heap) && heap[r] < heap[least] {
			least = r
		}
		if heap[i] <= heap[least] {
			return
		}
		heap[i], heap[least] = heap[least], heap[i]
		i = least
	}
}
