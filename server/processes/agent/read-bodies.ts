import { basename, join, relative } from 'node:path'
import { loadedCode } from '#server/engine/executor/code/loaded-code.ts'
import { CodeClient } from '#server/engine/requests/code-client.ts'
import { codeFilesBelow, readCode } from '#server/workflows/code/read-code.ts'
import type { Body } from './bodies.ts'

export interface ReadBodies {
  readonly bodies: readonly Body[]
  /** The same workflows in the wire format of the registration. */
  readonly workflows: readonly object[]
}

/** The code workflows of the folders whose queues the agent serves. Problems of files are logged. */
export async function readBodies(
  folders: readonly string[],
  queues: readonly string[],
  log: (line: string) => void,
): Promise<ReadBodies> {
  const client = new CodeClient(() => {
    throw new Error('An agent has no published versions.')
  })
  const bodies: Body[] = []
  const workflows: object[] = []
  try {
    for (const folder of folders) {
      for (const file of await codeFilesBelow(folder)) {
        const found = await readCode(client, folder, file)
        for (const problem of found.problems) log(`${join(basename(folder), relative(folder, file))}: ${problem}`)
        for (const { name: type, text: source, hash, definition } of found.workflows) {
          const { queue, signals, queries, updates } = definition.code
          if (!queues.includes(queue)) continue
          const { input_schema } = definition
          bodies.push({ type, hash, code: loadedCode(definition.code, hash) })
          const more = { signals, queries, updates, ...(input_schema !== undefined && { input_schema }) }
          workflows.push({ type, hash, queue, source, ...more })
        }
      }
    }
  } finally {
    await client.close()
  }
  return { bodies, workflows }
}
