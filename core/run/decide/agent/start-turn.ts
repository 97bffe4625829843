import type { DecisionStep, LoopStep } from '#core/definition/definition.ts'
import type { Looping } from '../../step-state.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { startWith } from '../steps/call.ts'
import { recordStart, type Visit } from '../steps/visit.ts'
import { tokensUsed } from './end-agent.ts'

/**
 * Starts a turn of an AI step with tools. The turns before are in the history, so a turn that is repeated repeats no
 * call before it.
 */
export function startTurn(decision: Decision, step: DecisionStep, agent: string, visit: Visit): void {
  const budget = (decision.executable.step(agent) as LoopStep).asks?.token_budget
  const used = tokensUsed((decision.nextState.steps[agent] as Looping).rounds)
  if (budget !== undefined && used >= budget) {
    recordStart(decision, step, visit)
    const message = `The calls of the model of ${agent} have used ${used} tokens, and its token_budget is ${budget}. Raise it, or make the task smaller.`
    failStep(decision, step, finalFailure('AI_BUDGET_EXCEEDED', message))
    return
  }
  startWith(decision, step, visit, () => ({ ok: true, value: undefined }))
}
