import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

const run = promisify(execFile)
const overlays = join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes', 'overlays')

it.each(['small', 'cnpg'])(
  'fleet 7: kustomize builds the overlay %s, with every process and no name twice',
  async (name) => {
    const { stdout } = await run('kubectl', ['kustomize', join(overlays, name)])
    const objects = parseAllDocuments(stdout).map(
      (document) => document.toJS() as { readonly kind: string; readonly metadata: { readonly name: string } },
    )
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
    for (const each of [
      'Deployment heddle-engine',
      'Deployment heddle-web',
      'Deployment heddle-worker',
      'Job heddle-migrate',
    ])
      expect(names).toContain(each)
  },
)
