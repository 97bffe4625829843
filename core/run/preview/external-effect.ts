import { type AiTool, type ParallelTask, type ShortTask, type Step, wholeStep } from '#core/definition/definition.ts'

/** An effect that a step has outside of its run. */
export interface ExternalEffect {
  readonly kind: 'http' | 'mail' | 'sql' | 'ai' | 'function' | 'person' | 'child' | 'signal'
  readonly what: string
  /** The text as the definition writes it, where `what` has values put in. */
  readonly template?: string
  /** `what` still has expressions, whose values are known only when it runs. */
  readonly open?: true
}

/** The external effects of a step; none for steps that only compute or wait, or that declare `effects: none`. */
export function externalEffects(step: Step): readonly ExternalEffect[] {
  const isPure = step.effects === 'none'
  const calls = (name: string | undefined): readonly ExternalEffect[] =>
    name === undefined || isPure ? [] : [{ kind: 'function', what: name }]
  switch (step.type) {
    case 'HTTP': {
      const { method = 'GET', url = '' } = step.http_config
      return isPure ? [] : [{ kind: 'http', what: `${method} ${url}` }]
    }
    case 'MAIL':
      return isPure ? [] : [{ kind: 'mail', what: step.to.join(', ') }]
    case 'SQL':
      return isPure ? [] : [{ kind: 'sql', what: step.connection }]
    case 'AI':
      return [
        ...(isPure ? [] : [{ kind: 'ai' as const, what: step.connection }]),
        ...(step.tools ?? []).map(effectOfTool),
      ]
    case 'STANDARD':
    case 'ASYNC':
    case 'DECISION':
      return calls(step.function)
    case 'HUMAN':
      return [{ kind: 'person', what: step.title ?? step.name.replaceAll('_', ' ') }, ...calls(step.function)]
    case 'SUB_WORKFLOW':
      return [{ kind: 'child', what: step.sub_workflow_type }]
    case 'FIRE_AND_FORGET':
      return step.workflow_type === undefined ? calls(step.function) : [{ kind: 'child', what: step.workflow_type }]
    case 'SIGNAL':
      return [{ kind: 'signal', what: step.signal }]
    case 'LOOP':
      if (step.asks !== undefined) return externalEffects(step.asks)
      return step.loop_body.flatMap(externalEffects)
    case 'PARALLEL':
      return [
        ...calls(step.task_function),
        ...(step.tasks ?? []).flatMap(effectsOfTask),
        ...(step.task === undefined ? [] : externalEffects(step.task)),
      ]
    default:
      return []
  }
}

function effectOfTool({ name, function: called, sub_workflow_type: child }: AiTool): ExternalEffect {
  return child === undefined ? { kind: 'function', what: called ?? name } : { kind: 'child', what: child }
}

function effectsOfTask(task: ParallelTask): readonly ExternalEffect[] {
  const whole = wholeStep(task)
  if (whole !== undefined) return externalEffects(whole)
  return [effectOfTool(task as ShortTask)]
}
