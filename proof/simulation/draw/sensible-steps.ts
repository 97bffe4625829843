import type { BranchStep, Step } from '#core/definition/definition.ts'
import {
  call,
  decision,
  forget,
  human,
  loop,
  parallel,
  request,
  script,
  signal,
  subWorkflow,
  transform,
  wait,
  work,
} from '#core/run/testing/steps.ts'
import type { Random } from '../world/random.ts'

/**
 * Steps as people write them: three to ten in a line, now and then two side by
 * side, most of them with effects, many with retries and compensations.
 */
export function sensibleSteps(random: Random): readonly Step[] {
  const count = 3 + random.below(8)
  return Array.from({ length: count }, (_, index) => sensibleStep(`S${index}`, index, count, random))
}

function sensibleStep(name: string, index: number, count: number, random: Random): Step {
  const common = {
    max_visits: 3,
    ...(random.chance(0.6) && { retry: { max_attempts: 1 + random.below(4), initial_interval_seconds: 1 } }),
    ...(random.chance(0.3) && { timeout_seconds: 1 + random.below(5) }),
    ...(random.chance(0.6) && { compensate_function: 'test.undo' }),
    ...(random.chance(0.15) && { on_error: 'ignore' as const }),
    ...(random.chance(0.05) && { disabled: true }),
    // Beside the step before it, after the one before that.
    ...(index > 1 && random.chance(0.2) && { dependencies: [`S${index - 2}`] }),
    output_key: `results.${name}`,
  }
  switch (random.below(16)) {
    case 0:
      return human(name, {
        ...common,
        ...(random.chance(0.3) && { function: 'test.f' }),
        ...(random.chance(0.4) && { approvals_required: 2 }),
        ...(random.chance(0.4) && { due_in_seconds: 2, reminders: [1, 1.5], escalate_to: 'bosses' }),
      })
    case 1:
      return wait(name, { ...common, duration_seconds: random.pick([0.1, 1, 3]) })
    case 2:
      return subWorkflow(name, 'Child', { ...common, ...(random.chance(0.3) && { on_parent_close: 'abandon' }) })
    case 3:
      return transform(name, { n: 'has(state.n) ? state.n + 1.0 : 1.0', flag: 'true' })
    case 4: {
      const target = () => `S${Math.min(count - 1, Math.max(0, index - 1 + random.below(4)))}`
      return decision(name, [['state.n > 2.0', target()], target()], { max_visits: 3 })
    }
    case 5:
      return fanOut(name, common, random)
    case 6:
    case 7:
      return work(name, { ...common, idempotent: random.chance(0.6) })
    case 8:
      return request(name, {
        ...common,
        http_config: { url: 'https://shop.test/orders', body: { n: random.below(9) } },
      })
    case 9:
      return random.chance(0.6)
        ? signal(name, random.pick(['go', 'go', 'on']), common)
        : script(name, { ...common, code: 'return 1' })
    case 10:
      return forget(name, { ...common, ...(random.chance(0.5) ? { workflow_type: 'Child' } : { function: 'test.f' }) })
    default:
      return call(name, common)
  }
}

/** Several things at once, or one after the other in rounds. */
function fanOut(name: string, common: Partial<Step>, random: Random): Step {
  const { output_key, retry, compensate_function, on_error, dependencies } = common
  const more = {
    ...(output_key !== undefined && { output_key }),
    ...(retry && { retry }),
    ...(compensate_function !== undefined && { compensate_function }),
    ...(on_error && { on_error }),
    ...(dependencies && { dependencies }),
  }
  const list = JSON.stringify(Array.from({ length: 1 + random.below(5) }, (_, index) => index))
  const own = {
    ...(retry && { retry }),
    ...(compensate_function !== undefined && { compensate_function }),
    ...(on_error && { on_error }),
  }
  /** A whole step as a task. */
  const branch = (as: string): BranchStep => {
    switch (random.below(9)) {
      case 0:
        return human(as, own)
      case 1:
        return wait(as, { duration_seconds: random.pick([0.1, 1]) })
      case 2:
        return subWorkflow(as, 'Child', own)
      case 3:
        return work(as, { ...own, idempotent: random.chance(0.6) })
      case 4:
        return request(as, { ...own, http_config: { url: 'https://shop.test/orders', body: { n: random.below(9) } } })
      case 5:
        return signal(as, 'go', own)
      case 6:
        return transform(as, { [`of.${as}`]: '1.0' })
      default:
        return call(as, { ...own, ...(random.chance(0.3) && { timeout_seconds: 1 + random.below(5) }) })
    }
  }
  switch (random.below(5)) {
    case 3:
      return parallel(name, {
        ...more,
        tasks: [
          ...(random.chance(0.3) ? [{ name: 'short', function: 'test.f' }] : []),
          ...Array.from({ length: 1 + random.below(3) }, (_, index) => branch(`${name}_${index}`)),
        ],
        allow_partial_success: random.chance(0.3),
        ...(random.chance(0.3) && { batch_size: 1 }),
      })
    case 4:
      return parallel(name, {
        ...more,
        iterate_over: list,
        task: branch(`${name}_each`),
        batch_size: 1 + random.below(3),
        allow_partial_success: random.chance(0.3),
      })
    case 0:
      return parallel(name, {
        ...more,
        tasks: Array.from({ length: 1 + random.below(4) }, (_, index) => ({ name: `T${index}`, function: 'test.f' })),
        allow_partial_success: random.chance(0.3),
      })
    case 1:
      return parallel(name, {
        ...more,
        iterate_over: list,
        task_function: 'test.f',
        batch_size: 1 + random.below(3),
        allow_partial_success: random.chance(0.3),
      })
    default:
      return loop(
        name,
        [call(`${name}_1`, { output_key: `results.${name}_1` }), transform(`${name}_2`, { n: '1.0' })],
        {
          iterate_over: list,
          ...(dependencies && { dependencies }),
        },
      )
  }
}
