import { isDeepStrictEqual } from 'node:util'
import type { ClientBase } from 'pg'
import { type CodeDefinition, type Definition, isCode } from '#core/definition/definition.ts'
import { parse } from '#core/definition/parse.ts'
import { deriveTest } from '#core/definition/test-run/derive-test.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import { compile } from '#core/graph/compile.ts'
import { decompile } from '#core/graph/decompile.ts'
import { FAN_OUT } from '#core/run/fan-out/fan-out.ts'
import type { Checked } from './report.ts'

interface Row {
  readonly name: string
  readonly version: number
  readonly text: string
  readonly compiled: unknown
  readonly test: TestPlan | null
}

const what = 'is a published text that does not compile to what runs, or is not what its canvas means'

/** Invariant 11: every published text still compiles to its definition, and that to itself through the canvas. */
export async function checkTexts(client: ClientBase): Promise<Checked> {
  const { rows } = await client.query<Row>('select name, version, text, compiled, test from definition')
  const broken = rows.filter(({ name, text, compiled, test }) => {
    // Generated: nobody wrote a text, and no canvas shows it.
    if (name === FAN_OUT) return !isDeepStrictEqual(JSON.parse(text), compiled)
    if (isCode(compiled as Definition)) return !holdsSources(text, compiled as CodeDefinition)
    const { definition, layout } = parse(text)
    if (test !== null) return !definition || !isTestOf(definition, test, compiled)
    if (!definition || !isDeepStrictEqual(plain(definition), compiled)) return true
    return !isDeepStrictEqual(plain(compile(decompile(definition, layout)).definition), compiled)
  })
  return { invariant: 11, what, rows: rows.length, culprits: broken.map(({ name, version }) => `${name} ${version}`) }
}

/** The text of code is its modules, which are what runs. */
function holdsSources(text: string, { code }: CodeDefinition): boolean {
  return Object.entries(code.sources).every(([file, source]) => text.includes(`// ${file}\n${source}`))
}

/** What a test run executes is what its plan makes of the text. */
function isTestOf(definition: Definition, test: TestPlan, compiled: unknown): boolean {
  const derived = deriveTest(definition, test)
  return derived.ok && isDeepStrictEqual(plain(derived.definition), compiled)
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
