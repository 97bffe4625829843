import { expect, it } from 'vitest'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { parse } from '#core/definition/parse.ts'
import { analyse } from '#server/workflows/analysis/analyse.ts'
import { listFunctions } from '#server/functions/list-functions.ts'
import { listTemplates } from '#server/workflows/list-templates.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { functionsFolder } from '../testing/run-examples.ts'

const templates = await listTemplates()
const functions = await listFunctions([functionsFolder])
const known = {
  functions: new Set(functions.map(({ name }) => functionKey(name))),
  workflows: new Set(templates.flatMap(({ name, subWorkflows }) => [name, ...subWorkflows.map(nameOf)])),
}

function nameOf(text: string): string {
  return parse(text).definition?.workflow_type ?? ''
}

it('there are at least twenty, each under a name of its own', () => {
  expect(templates.length).toBeGreaterThanOrEqual(20)
  expect(known.workflows.size).toBe(templates.reduce((sum, { subWorkflows }) => sum + 1 + subWorkflows.length, 0))
})

it.each(templates)('$name has a description, and nothing in it is reported', async ({ text, subWorkflows }) => {
  for (const each of [text, ...subWorkflows]) {
    const { definition, problems } = await analyse('local', each, known)
    expect(problems).toEqual([])
    expect(definition?.description?.length).toBeGreaterThan(20)
  }
})

it.each(templates)('$name has a sample input that it accepts', ({ text, sampleInput }) => {
  const schema = parse(text).definition?.input_schema
  expect(Object.keys(sampleInput).length).toBeGreaterThan(0)
  expect(validateJson(schema ?? { not: {} }, sampleInput)).toEqual([])
})

it('every step type is shown by one of them', () => {
  const shown = new Set(
    templates.flatMap(({ text, subWorkflows }) =>
      [text, ...subWorkflows].flatMap((each) => [...each.matchAll(/^ *type: ([A-Z_]+)$/gm)].map(([, type]) => type)),
    ),
  )
  for (const type of ['ASYNC', 'DECISION', 'PARALLEL', 'SUB_WORKFLOW', 'LOOP', 'HUMAN', 'HTTP', 'SCRIPT', 'TRANSFORM']) {
    expect(shown).toContain(type)
  }
  for (const type of ['MAIL', 'SQL', 'AI', 'WAIT', 'SIGNAL', 'FIRE_AND_FORGET']) expect(shown).toContain(type)
})

it('every function has a sentence that says what it does', () => {
  expect(functions.length).toBeGreaterThan(25)
  expect(functions.filter(({ doc }) => doc === null)).toEqual([])
})
