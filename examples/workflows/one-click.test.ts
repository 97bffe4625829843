import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from '#core/definition/parse.ts'
import { isJsonObject, type Json, type JsonObject, objectOf } from '#core/json.ts'
import { publishTexts } from '#proof/testing/publish.ts'
import { listTemplates } from '#server/workflows/list-templates.ts'
import { runExamples } from '../testing/run-examples.ts'

/**
 * Templates that ask nobody outside: one click starts them, and people and signals are all that they wait for. Those with a
 * connection run in `services.test.ts`.
 */
const templates = (await listTemplates()).filter(({ text }) => !/^ *type: (HTTP|MAIL|SQL|AI)$/m.test(text))

describe('one click runs', () => {
  let examples: Awaited<ReturnType<typeof runExamples>>
  beforeAll(async () => {
    examples = await runExamples((_request, response) => response.writeHead(500).end())
    for (const { id } of templates) await publishTexts(examples.pool, join(import.meta.dirname, `${id}.yaml`))
  })
  afterAll(() => examples.close())

  /** Says yes to whatever the run and those below it wait for. */
  async function answer(rootRunId: string): Promise<void> {
    for (const { id } of await examples.family(rootRunId)) {
      const state = await examples.state(id)
      for (const { signal, value } of state.envelope?.conditions ?? []) {
        if (signal === undefined || value || state.phase !== 'BLOCKED_WAITING') continue
        await examples.send(id, { type: 'signal', signal_name: signal, payload: {} })
      }
      for (const [step, at] of Object.entries(state.steps)) {
        if (at.status === 'waiting_person') {
          await examples.send(id, { type: 'resume', step, input: answerTo(at.task.form) })
        } else if (at.status === 'waiting_signal') {
          await examples.send(id, { type: 'signal', signal_name: at.signal, payload: { paid_amount: 1_000_000 } })
        }
      }
    }
  }

  it('at least ten of them', () => {
    expect(templates.length).toBeGreaterThanOrEqual(10)
  })

  it.each(templates)('$name to a good end', async ({ name, sampleInput }) => {
    const runId = await examples.start(name, sampleInput)
    await expect
      .poll(
        async () => {
          await answer(runId)
          return (await examples.state(runId)).outcome?.status
        },
        { interval: 100 },
      )
      .toBe('COMPLETED')
  })
})

/** The first thing that a form of a template takes, and yes to every question. */
function answerTo(form: JsonObject | undefined): Json {
  const { properties } = form ?? {}
  if (!isJsonObject(properties)) return {}
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueOf(schema)]))
}

function valueOf(schema: Json | undefined): Json {
  const { type, enum: choices, minimum } = objectOf(schema)
  if (Array.isArray(choices)) return choices[0]
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 1
  return type === 'array' ? [] : 'yes'
}
