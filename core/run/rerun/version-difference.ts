import type { Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { canonical } from '#core/definition/schema/canonical.ts'
import type { Json } from '#core/json.ts'

/** How the steps of two versions differ, by name. */
export interface VersionDifference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

export function versionDifference(from: ExecutableDefinition, to: ExecutableDefinition): VersionDifference {
  const names = (executable: ExecutableDefinition) => executable.steps.map(({ name }) => name)
  return {
    added: names(to).filter((name) => !from.has(name)),
    removed: names(from).filter((name) => !to.has(name)),
    changed: names(to).filter((name) => from.has(name) && !isSameStep(from.step(name), to.step(name))),
  }
}

export function isSameStep(one: Step, other: Step): boolean {
  return canonical(one as unknown as Json) === canonical(other as unknown as Json)
}
