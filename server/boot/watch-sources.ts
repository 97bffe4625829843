import { watch } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.ts'

const root = join(import.meta.dirname, '..', '..')
const QUIET_MS = 200

/** Development only: calls `onChange` once per burst of edits to what runs outside Next (which reloads itself). */
export function watchSources(env: Env, onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined
  for (const folder of [join(root, 'core'), join(root, 'server'), join(root, 'sdk'), ...env.functionsFolders]) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(onChange, QUIET_MS)
    })
  }
}
