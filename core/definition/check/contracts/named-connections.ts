import type { JsonObject } from '#core/json.ts'
import { keysOfType } from '../../catalogue.ts'
import type { ConnectionKind } from '../../connections/kinds.ts'
import type { Step } from '../../definition.ts'
import type { SourcePath } from '../../text/source-index.ts'
import { placedSteps } from './each-step.ts'

/** A connection that a step names. */
export interface NamedConnection {
  readonly name: string
  /** The kinds that the step accepts. */
  readonly kinds: readonly ConnectionKind[]
  readonly step: Step
  /** The path of the name in the text. */
  readonly path: SourcePath
}

/** The connections that steps name, in the order of the text; a name appears once for each step. */
export function namedConnections(steps: readonly Step[]): readonly NamedConnection[] {
  return placedSteps(steps).flatMap(({ step, path }) =>
    keysOfType(step.type).flatMap(({ key, kind, connectionKinds: kinds = [] }): readonly NamedConnection[] => {
      const name = (step as unknown as JsonObject)[key]
      return kind === 'connection' && typeof name === 'string' && name !== ''
        ? [{ name, kinds, step, path: [...path, key] }]
        : []
    }),
  )
}
