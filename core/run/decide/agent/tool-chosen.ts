import { routeTo } from '#core/definition/agent/agent-loop.ts'
import type { DecisionStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { modelTurn } from '../../turn.ts'

/** The route to the tool that the model calls; the last one, which ends the turn, without a usable call. */
export function toolChosen({ routes }: DecisionStep, output: Json): { readonly ok: true; readonly value: number } {
  const { call, rejected } = modelTurn(output)
  const wanted = call === undefined || rejected !== undefined ? undefined : routeTo(call.name)
  const found = routes.findIndex(({ condition }) => condition !== undefined && condition === wanted)
  return { ok: true, value: found === -1 ? routes.length - 1 : found }
}
