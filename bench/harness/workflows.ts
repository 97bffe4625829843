import type { Definition, Step } from '#core/definition/definition.ts'

export const STEPS = 10

export function workflow(name: string, steps: readonly Step[]): Definition {
  return { workflow_type: name, saga_enabled: false, fail_fast: true, timeout_includes_waits: false, steps }
}

/** Effectful inline steps of 100 bytes, one after the other. */
export function line(name: string, length: number): Definition {
  return workflow(
    name,
    Array.from({ length }, (_, index) => inline(`step_${index + 1}`, 'hundred_bytes')),
  )
}

export function inline(name: string, fn: string): Step {
  return { name, type: 'STANDARD', function: `bench_steps.${fn}` }
}
