import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createObserverThread } from './observer-thread.ts'

it('passes over a row that cannot be read, says so, and tells the others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-observers-'))
  const module = join(folder, 'observers.mjs')
  const told = join(folder, 'told')
  await writeFile(
    module,
    `import { appendFileSync } from 'node:fs'
     export const on_workflow_started = (runId) => appendFileSync(${JSON.stringify(told)}, runId)`,
  )
  const lines: string[] = []
  const thread = createObserverThread({ module, hookMs: 20_000, log: (line) => lines.push(line) })
  const row = (runId: string, events: string) => ({ runId, workflow: 'Any', ownerId: 'local', events, changedIn: null })
  const created = JSON.stringify([{ seq: 1, at: 0, type: 'workflow.run.created', payload: {} }])
  await thread.call([row('unreadable', '{'), row('fine', created)])
  await thread.close()
  expect(await readFile(told, 'utf8')).toBe('fine')
  expect(lines).toContainEqual(expect.stringContaining('run unreadable cannot be read'))
  await rm(folder, { recursive: true })
})
