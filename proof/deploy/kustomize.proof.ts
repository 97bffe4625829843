import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ensureDebianPackages } from '../testing/debian-packages.ts'

const run = promisify(execFile)
const KUBECTL = '/usr/bin/kubectl'
const overlays = join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes', 'overlays')

beforeAll(() => ensureDebianPackages(['kubernetes-client'], [KUBECTL]))

it.each(['small', 'cnpg'])(
  'fleet 7: kustomize builds the overlay %s, with every process and no name twice',
  async (name) => {
    const { stdout } = await run(KUBECTL, ['kustomize', join(overlays, name)])
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
