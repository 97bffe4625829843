'use client'

import { type ComponentType, createContext, useContext } from 'react'
import type { KeySpec } from '#core/definition/catalogue.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { type FieldProps, fieldWithin } from './field-props.ts'
import type { KeyFieldsProps } from './key-fields-props.ts'
import { relevantKeys } from './values/relevant-keys.ts'

/** How keys become fields: handed down, so that a field may hold fields. */
const Renderer = createContext<ComponentType<KeyFieldsProps> | null>(null)
export const NestedFieldsProvider = Renderer.Provider

export interface NestedFieldsProps {
  /** The field whose value is a map. */
  readonly field: FieldProps
  readonly keys: readonly KeySpec[]
}

/** The fields of the keys of a map. */
export function NestedFields({ field, keys }: NestedFieldsProps) {
  const KeyFields = useContext(Renderer)
  if (KeyFields === null) return null
  const value: Readonly<Record<string, Json | undefined>> = isJsonObject(field.value) ? field.value : {}
  const isWrong = (key: string) => fieldWithin(field, key).problems.length > 0
  return (
    <KeyFields
      keys={relevantKeys('', keys, value, isWrong)}
      fieldOf={(spec) => fieldWithin(field, spec.key, spec)}
      className="p-0"
    />
  )
}
