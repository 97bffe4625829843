import type { KeySpec } from '#core/definition/catalogue.ts'
import type { FieldProps } from './field-props.ts'

export interface KeyFieldsProps {
  readonly keys: readonly KeySpec[]
  readonly fieldOf: (spec: KeySpec) => FieldProps
  readonly className?: string
}
