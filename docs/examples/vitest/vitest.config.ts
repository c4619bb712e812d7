import { beaver } from 'beaver-eval/vitest/config'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [beaver({ suite: 'shop' })] })
