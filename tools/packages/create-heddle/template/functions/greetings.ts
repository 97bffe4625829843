import type { StepContext } from 'heddle/steps'

/** Greets the person whom the input names. */
export function greet(_state: unknown, context: StepContext) {
  const { name } = context.input as { name: string }
  return { greeting: `Hello, ${name}!` }
}
