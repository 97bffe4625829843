import type { StepFunction } from './models.ts'

export async function listFunctions(_folders: readonly string[]): Promise<readonly StepFunction[]> {
  throw new Error('Not reached yet.')
}
