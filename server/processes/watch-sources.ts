import { watch } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const QUIET_MS = 200

/**
 * Development only: calls `onChange` once per burst of edits to code outside Next (which reloads its own code; step
 * functions are reloaded, too).
 */
export function watchSources(onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of [join(root, 'core'), join(root, 'server'), join(root, 'sdk')]) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(onChange, QUIET_MS)
    })
  }
}
