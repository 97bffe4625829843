import type { Definition } from '../../definition.ts'
import type { Problem } from '../../problem.ts'
import type { AllowedHosts } from '../../refused-host.ts'
import type { SourceIndex } from '../../text/source-index.ts'
import { checkChildLocks } from './locks-in-child.ts'
import { checkAddresses } from './refused-addresses.ts'
import { checkUndo } from './saga-steps.ts'
import { checkStarts, type InputSchemas } from './sub-workflow-inputs.ts'
import { checkInputs } from './undeclared-inputs.ts'

/** Facts from outside of a definition that its contracts are checked against; absent where they are not known. */
export interface KnownContracts {
  readonly inputs?: InputSchemas
  /** Workflows that take locks. */
  readonly locking?: ReadonlySet<string>
  readonly allowedHosts?: AllowedHosts
}

/** Problems between a definition and what surrounds it: its callers, its sub-workflows, the network and a rollback. */
export function checkContracts(definition: Definition, known: KnownContracts, source: SourceIndex): Problem[] {
  const { steps, input_schema: schema } = definition
  return [
    ...checkInputs(steps, schema, source),
    ...(known.inputs === undefined ? [] : checkStarts(steps, known.inputs, source)),
    ...(known.locking === undefined ? [] : checkChildLocks(definition, known.locking, source)),
    ...(known.allowedHosts === undefined ? [] : checkAddresses(steps, known.allowedHosts, source)),
    ...checkUndo(definition, source),
  ]
}
