/** The name under which vitest hands the proxy's URL to workers, and under which a worker keeps its state. */
export const key = 'beaver-eval-vitest'
