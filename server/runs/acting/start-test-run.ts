import { allSteps } from '#core/definition/inner-lists.ts'
import type { Problem } from '#core/definition/problem.ts'
import { deriveTest } from '#core/definition/test-run/derive-test.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Json } from '#core/json.ts'
import type { StartRequest } from '#core/run/start/start-request.ts'
import type { Actor } from '#server/access/actor.ts'
import { refuseReferences } from '#server/workflows/drafts/refuse-references.ts'
import { keepSnapshot } from '#server/workflows/versions/keep-snapshot.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { askedBy, requestIdentity } from '../../request-identity.ts'
import type { Stores } from '../../stores.ts'
import { analyse } from '../../workflows/analysis/analyse.ts'
import { workflowNotFound } from '../../workflows/workflow-not-found.ts'
import { type RequestedRun, requestIdentified } from './request-run.ts'
import { refuseOtherStart } from './start-identity.ts'

export interface TestRunRequest extends Pick<StartRequest, 'workflow' | 'input' | 'idempotencyKey'> {
  /** The text of the draft as the caller sees it, saved or not. */
  readonly text: string
  readonly plan: TestPlan
}

/**
 * Runs a draft, or a part of it, by the real engine and with real effects. The run executes a snapshot, so that the
 * draft can change meanwhile. Problems in parts that are not run are ignored. An idempotency key that has started a
 * test returns that test. Throws `NOT_FOUND`, `ARCHIVED`, `INVALID_DEFINITION`, `STEP_NOT_FOUND`, `INVALID_INPUT` and
 * `IDEMPOTENCY_KEY_REUSED`.
 */
export async function startTestRun(
  stores: Stores,
  actor: Actor,
  { workflow, text, plan, input, idempotencyKey }: TestRunRequest,
): Promise<RequestedRun> {
  const identity = requestIdentity({ ...askedBy(actor), workflow, text, plan, input })
  const earlier = await stores.engine.starter.findStarted({ ownerId: actor.ownerId, actor, idempotencyKey })
  if (earlier !== null) {
    await refuseOtherStart(stores.pool, earlier, { workflow, input, identity }, 'operationId')
    return { runId: earlier.runId, status: earlier.status, created: false, variants: 1 }
  }
  await refuseReferences(stores.pool, actor, { input, plan: plan as unknown as Json })
  const { definition, problems } = await analyse(actor.ownerId, text)
  if (definition === null) throw broken(problems)
  const derived = deriveTest(definition, plan)
  if (!derived.ok) throw new ApiError('STEP_NOT_FOUND', derived.message, 'plan.step')
  const run = new Set(allSteps(derived.definition.steps).map(({ name }) => name))
  const concerning = problems.filter(
    ({ severity, step }) =>
      severity === 'error' && (step === undefined || (plan.mode === 'step' ? step === plan.step : run.has(step))),
  )
  if (concerning.length > 0) throw broken(concerning)
  const version = await inTransaction(stores.pool, (client) =>
    keepSnapshot(client, actor, { name: workflow, text, definition: derived.definition, plan }),
  )
  if (version === null) throw workflowNotFound(workflow)
  return requestIdentified(stores, actor, { workflow, version, input, idempotencyKey }, identity)
}

function broken(problems: readonly Problem[]): ApiError {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const more = errors.length > 1 ? ` There are ${errors.length - 1} more.` : ''
  return new ApiError(
    'INVALID_DEFINITION',
    `This cannot run yet: ${first?.step === undefined ? '' : `${first.step}: `}${first?.message ?? ''}${more}`,
    'text',
    errors.map(({ path, message }) => ({ path: path.join('.'), message })),
  )
}
