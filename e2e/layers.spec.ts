import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')

/** Lints one line of code as if it stood in `file` of a checkout with our own rules; true when the given rule lets it pass. */
function passes(rule: string, file: string, code: string): boolean {
  const checkout = mkdtempSync(join(tmpdir(), 'heddle-layers-'))
  try {
    const rules = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'biome.json'), 'utf8'))
    writeFileSync(
      join(checkout, 'biome.json'),
      JSON.stringify({ ...rules, $schema: undefined, vcs: { enabled: false } }),
    )
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    writeFileSync(join(checkout, file), code)
    const result = spawnSync(process.execPath, [biome, 'lint', `--only=${rule}`, file], {
      cwd: checkout,
      encoding: 'utf8',
    })
    const found = result.stderr.includes(`lint/${rule}`)
    expect(result.status, result.stderr).toBe(found ? 1 : 0)
    return !found
  } finally {
    rmSync(checkout, { recursive: true, force: true })
  }
}

test.describe('the layers are lint rules', () => {
  for (const [file, from] of [
    ['core/definition/probe.ts', '#core/graph/graph.ts'],
    ['core/definition/probe.ts', 'node:fs'],
    ['core/graph/probe.ts', '#core/run/state.ts'],
    ['core/import/probe.ts', '#core/graph/graph.ts'],
    ['core/import/probe.ts', '#core/run/state.ts'],
    ['core/run/probe.ts', '#core/graph/graph.ts'],
    ['core/run/probe.ts', '#server/env.ts'],
    ['core/run/probe.ts', '#sdk/steps.ts'],
    ['core/definition/probe.ts', '@trpc/server'],
    ['server/db/probe.ts', '#server/engine/engine.ts'],
    ['server/engine/probe.ts', '#server/api/router.ts'],
    ['server/runs/probe.ts', '#server/web/main.ts'],
    ['server/api/probe.ts', 'next/headers'],
    ['server/engine/probe.ts', 'react'],
    ['components/runs/probe.ts', '#server/api/router.ts'],
    ['components/runs/probe.ts', 'pg'],
    ['app/probe.tsx', '#server/db/client.ts'],
    ['cli/probe.ts', '#server/runs/list-runs.ts'],
  ] as const) {
    test(`${file} may not import ${from}`, () => {
      expect(passes('style/noRestrictedImports', file, `import { x } from '${from}'\nexport const y = x\n`)).toBe(false)
    })
  }

  for (const [file, from] of [
    ['core/graph/probe.ts', '#core/definition/parse.ts'],
    ['server/engine/probe.ts', '#core/run/decide.ts'],
    ['server/web/probe.ts', 'next'],
    ['components/api/probe.ts', '#server/api/router.ts'],
    ['cli/probe.ts', '#server/api/rest/run-object.ts'],
  ] as const) {
    test(`${file} may import ${from}`, () => {
      expect(passes('style/noRestrictedImports', file, `import { x } from '${from}'\nexport const y = x\n`)).toBe(true)
    })
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
    test(`the shell of the engine may not use ${name}`, () => {
      expect(passes('style/noRestrictedGlobals', 'server/engine/probe.ts', `export const x = ${name}\n`)).toBe(false)
    })
  }

  for (const from of ['node:timers/promises', 'node:crypto', 'pg']) {
    test(`the shell of the engine may not import ${from}`, () => {
      expect(
        passes(
          'style/noRestrictedImports',
          'server/engine/probe.ts',
          `import { x } from '${from}'\nexport const y = x\n`,
        ),
      ).toBe(false)
    })
  }

  for (const name of ['Date.now()', 'setTimeout(f)', 'process.env', 'fetch(u)', 'console.log(1)']) {
    test(`the core may not use ${name}`, () => {
      expect(passes('style/noRestrictedGlobals', 'core/run/probe.ts', `export const x = ${name}\n`)).toBe(false)
    })
  }
})
