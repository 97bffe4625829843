import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { snippetsOf } from '../clients/snippets.ts'
import { curlCalls, quickReference, runLifecycle } from './run-lifecycle.ts'

/** The letters of a program, without the spaces and line breaks that the document has lost. */
const lettersOf = (text: string) => text.replaceAll(/\s/g, '')

describe('the document of the public run', () => {
  it('has a quick reference of eight phases, with five columns (public run 1)', () => {
    const rows = quickReference()
    expect(rows.map(([phase]) => phase)).toEqual([
      ...['Submit', 'Queue', 'Execute', 'Complete', 'Fail', 'Cancel', 'Pause', 'Wait'],
    ])
    for (const row of rows) expect(row).toHaveLength(5)
  })

  it('has seven calls of curl (public run 14)', () => {
    const calls = curlCalls()
    expect(calls).toHaveLength(7)
    expect(calls[4]).toBe(
      'curl -X POST "https://gofabric.dev/v1/workflow-runs/$RUN_ID/resume" \\\n-H "Authorization: Bearer fab_xxx"',
    )
    for (const call of calls) expect(call).toMatch(/['"]$/)
  })

  it.each(['ts', 'python'] as const)('has every letter of the %s programs that the tests run', (language) => {
    const snippets = snippetsOf(join(import.meta.dirname, '..', 'clients', 'documented-calls.md'), language)
    const parts = snippets.flatMap((snippet) => snippet.split('\n\n'))
    expect(parts.length).toBeGreaterThan(4)
    for (const part of parts) expect(lettersOf(runLifecycle)).toContain(lettersOf(part))
  })

  it('names no other call of the clients', () => {
    const programs = readFileSync(join(import.meta.dirname, '..', 'clients', 'documented-calls.md'), 'utf8')
    const calls = runLifecycle.match(/fabric\.[a-z_.]+\(/gi) ?? []
    for (const call of calls) expect(programs).toContain(call)
    expect(new Set(calls).size).toBe(10)
  })
})
