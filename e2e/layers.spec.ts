import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { overrides } from '#tools/walls/rules.mjs'
import { layers, order, parts } from '#tools/walls/walls.mjs'

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const rules = { import: 'style/noRestrictedImports', global: 'style/noRestrictedGlobals' } as const

interface Probe {
  readonly folder: string
  readonly code: string
  readonly rule: (typeof rules)[keyof typeof rules]
  readonly file: string
}

/** Lines of code, each as if it stood in a file of its folder. */
const probes: Probe[] = []

function probe(folder: string, kind: keyof typeof rules, code: string): Probe {
  const file = `${folder}/probe-${probes.length}.ts${folder === 'app' ? 'x' : ''}`
  const added = { folder, code, rule: rules[kind], file }
  probes.push(added)
  return added
}
const importing = (folder: string, from: string) =>
  probe(folder, 'import', `import { x } from '${from}'\nexport const y = x\n`)
const importingType = (folder: string, from: string) =>
  probe(folder, 'import', `import type { X } from '${from}'\nexport type Y = X\n`)
const using = (folder: string, name: string) => probe(folder, 'global', `export const x = ${name}\n`)

/** Which rules refuse which file, when all probes are linted in a checkout with our own rules. */
function lint(): ReadonlySet<string> {
  const checkout = mkdtempSync(join(tmpdir(), 'heddle-layers-'))
  try {
    const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
    const { extends: _, ...ours } = read('biome.json')
    const all = [...read('tools/walls/walls.json').overrides, ...ours.overrides]
    const config = { ...ours, $schema: undefined, vcs: { enabled: false }, overrides: all }
    writeFileSync(join(checkout, 'biome.json'), JSON.stringify(config))
    for (const { folder, file, code } of probes) {
      mkdirSync(join(checkout, folder), { recursive: true })
      writeFileSync(join(checkout, file), code)
    }
    const only = Object.values(rules).map((rule) => `--only=${rule}`)
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [biome, 'lint', ...only, '--reporter=rdjson', '--max-diagnostics=none', '.'],
      { cwd: checkout, encoding: 'utf8' },
    )
    expect(stdout, stderr).not.toBe('')
    const { diagnostics } = JSON.parse(stdout) as {
      readonly diagnostics: readonly {
        readonly code: { readonly value: string }
        readonly location: { path: string }
      }[]
    }
    return new Set(diagnostics.map(({ code, location }) => `${code.value} ${location.path}`))
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

test.describe('the layers are lint rules', () => {
  let refused: ReadonlySet<string>
  test.beforeAll(() => {
    refused = lint()
  })
  const expectRefused = ({ rule, file }: Probe, is: boolean) => expect(refused.has(`lint/${rule} ${file}`)).toBe(is)

  for (const [folder, from] of [
    ['core/definition', '#core/graph/graph.ts'],
    ['core/definition', 'node:fs'],
    ['core/graph', '#core/run/state.ts'],
    ['importers', '#core/graph/graph.ts'],
    ['importers', '#core/run/state.ts'],
    ['core/run', '#core/graph/graph.ts'],
    ['core/run', '#server/env.ts'],
    ['core/run', '#sdk/steps.ts'],
    ['core/definition', '@trpc/server'],
    ['server/db', '#server/engine/engine.ts'],
    ['server/engine', '#server/api/router.ts'],
    ['server/engine/store', '../../runs/list/list-runs.ts'],
    ['server/engine/commit', '../session/session.ts'],
    ['server/engine/ownership', '../executor/host/find-function.ts'],
    ['server/engine/session', '../store/postgres-store.ts'],
    ['server/engine/commit', '#core/run/decide.ts'],
    ['server/engine/ownership', '#core/run/plan/plan.ts'],
    ['server/runs', '#server/web/front.ts'],
    ['server/engine', '#proof/simulation/simulate.ts'],
    ['core/run', '#proof/reference/flow.ts'],
    ['components/ui', '#tools/walls/walls.mjs'],
    ['importers/n8n', '#server/env.ts'],
    ['server/runs', '../engine/session/session.ts'],
    ['server/api', 'next/headers'],
    ['server/engine', 'react'],
    ['server/engine/session', 'node:timers/promises'],
    ['server/engine/session', 'node:crypto'],
    ['server/engine/session', 'pg'],
    ['components/runs', '#server/api/router.ts'],
    ['components/runs', 'pg'],
    ['components/designer/model/drawing', '../../views/canvas/use-canvas-port.ts'],
    ['components/designer/model/drawing', '../../../workflows/workflows-page.tsx'],
    ['app', '#server/db/client.ts'],
    ['cli', '#server/runs/list/list-runs.ts'],
  ] as const) {
    const one = importing(folder, from)
    test(`${folder} may not import ${from}`, { tag: '@main' }, () => expectRefused(one, true))
  }

  for (const [layer, features] of Object.entries({ ...order, ...parts })) {
    for (const [index, feature] of features.entries()) {
      for (const above of features.slice(index + 1)) {
        const one = importingType(`${layer}/${feature}`, `#${layer}/${above}/any.ts`)
        test(`${layer}/${feature} may not import a type of ${layer}/${above}`, { tag: '@main' }, () =>
          expectRefused(one, true),
        )
      }
    }
  }

  for (const layer of Object.keys(layers)) {
    const one = importingType(layer, '#proof/any.ts')
    test(`${layer} may not import the proofs`, { tag: '@main' }, () => expectRefused(one, true))
  }

  test('the rules of the linter are those of the walls', { tag: '@main' }, () => {
    const written = readFileSync(join(import.meta.dirname, '../tools/walls/walls.json'), 'utf8')
    expect(JSON.parse(written).overrides, 'run: npm run walls').toEqual(overrides())
  })

  for (const [folder, from] of [
    ['core/graph', '#core/definition/parse.ts'],
    ['server/engine/commit', '#core/run/decider/decider.ts'],
    ['server/engine/session', '../ownership/run-registry.ts'],
    ['server/runs', '../engine/requests/start-run.ts'],
    ['server/web', 'next'],
    ['components/api', '#server/api/router.ts'],
  ] as const) {
    const one = importing(folder, from)
    test(`${folder} may import ${from}`, { tag: '@main' }, () => expectRefused(one, false))
  }

  for (const name of [
    'Date.now()',
    'new Date()',
    'setTimeout(f)',
    'setInterval(f)',
    'setImmediate(f)',
    'performance.now()',
    'process.nextTick(f)',
    'crypto.randomUUID()',
    'fetch(u)',
  ]) {
    const one = using('server/engine/session', name)
    test(`the shell of the engine may not use ${name}`, { tag: '@main' }, () => expectRefused(one, true))
  }

  for (const name of ['Date.now()', 'setTimeout(f)', 'process.env', 'fetch(u)', 'console.log(1)']) {
    const one = using('core/run', name)
    test(`the core may not use ${name}`, { tag: '@main' }, () => expectRefused(one, true))
  }
})
