import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import { objectPayload, payload } from '#core/run/payload-input.ts'
import { isWorkflowName, workflowNameRule } from '#server/workflows/workflow-name.ts'

/** The zod inputs that several procedures and routes share. Everything has a bound. */

export const workflowName = z.string().refine(isWorkflowName, { error: workflowNameRule })

export const stepName = z.string().min(1).max(limits.text.workflowName)
export const queueName = z.string().min(1).max(limits.text.name)
export const uuid = z.uuid('Not an id: a UUID is required.').toLowerCase()
export const cursor = z.string().max(512)
/** The cursor and size of a page. tRPC's infinite queries send `direction`, which has a single value. */
export const page = {
  cursor: cursor.nullish(),
  direction: z.literal('forward').optional(),
  limit: z.number().int().min(1).max(limits.page.maxSize).default(limits.page.size),
}
export const search = z.string().max(limits.text.search)
export const reason = z.string().max(limits.text.reason)
/** What a rollback of an unsafe run undoes: some of its steps, and effects that a person has undone by hand. */
export const leftEffects = {
  only: z.array(stepName).max(limits.definition.steps).optional(),
  resolved: z
    .array(z.strictObject({ step: stepName, note: reason.trim().min(1, 'Say how the effect was undone.') }))
    .max(limits.definition.steps)
    .optional(),
}
/** A person's id, converted to its canonical spelling. */
export const personId = z
  .string()
  .max(4 * limits.directory.idCharacters)
  .transform(canonicalId)
  .pipe(z.string().min(1).max(limits.directory.idCharacters))
export const commentText = z.string().trim().min(1).max(limits.inbox.commentCharacters)
export const revision = z.number().int().min(0).max(2_147_483_647)
export const version = z.number().int().min(1).max(2_147_483_647)

const textTooLarge = `The text is larger than ${limits.definition.textBytes / 1024} kB.`
export const definitionText = z
  .string()
  .refine((text) => Buffer.byteLength(text) <= limits.definition.textBytes, {
    error: textTooLarge,
    params: { code: 'TOO_LARGE' },
  })
  .refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: 'The text contains characters that cannot be stored (NUL or half of a surrogate pair).',
  })

/** What stands in for a step. */
export const pinnedOutput = z.strictObject({ output: payload, http: payload.optional() })
const pins = z
  .record(stepName, pinnedOutput)
  .refine((given) => Object.keys(given).length <= limits.testRun.pins, { error: 'Too many pinned steps.' })

/** What a test run executes of a draft. */
export const testPlan = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('whole'), pins }),
  z.strictObject({ mode: z.literal('until'), step: stepName, pins }),
  z.strictObject({
    mode: z.literal('step'),
    step: stepName,
    given: z.strictObject({ state: objectPayload.optional(), steps: pins.optional(), item: payload.optional() }),
  }),
])

/** The name of a signal, a query or an update; the arguments of code's, and the id of an update. */
export const messageName = z.string().min(1).max(limits.text.name)
/** How long a query waits for its answer, in milliseconds. */
export const queryTimeout = z.int().min(1).max(limits.code.queryMostMs)
export const messageArgs = z.array(payload).max(limits.code.messageArgs).readonly()
export const updateId = z.string().min(1).max(limits.text.name)
