import { isDeepStrictEqual } from 'node:util'
import type { ClientBase } from 'pg'
import { parse } from '#core/definition/parse.ts'
import { compile } from '#core/graph/compile.ts'
import { decompile } from '#core/graph/decompile.ts'
import type { Checked } from './report.ts'

const what = 'is a published text that does not compile to what runs, or is not what its canvas means'

/** Invariant 11: every published text still compiles to its definition, and that to itself through the canvas. */
export async function checkTexts(client: ClientBase): Promise<Checked> {
  const { rows } = await client.query<{ name: string; version: number; text: string; compiled: unknown }>(
    'select name, version, text, compiled from definition',
  )
  const broken = rows.filter(({ text, compiled }) => {
    const { definition, layout } = parse(text)
    if (!definition || !isDeepStrictEqual(plain(definition), compiled)) return true
    return !isDeepStrictEqual(plain(compile(decompile(definition, layout)).definition), compiled)
  })
  return { invariant: 11, what, rows: rows.length, culprits: broken.map(({ name, version }) => `${name} ${version}`) }
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
