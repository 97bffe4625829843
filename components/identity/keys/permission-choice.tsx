'use client'

import { useId } from 'react'
import type { NewApiKey, Permission } from '#components/api/models.ts'
import { useMe } from '#components/people/use-people.ts'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { keyPermissionTexts, keyTexts, workflowPermissions } from '../texts/keys.ts'

export interface PermissionChoiceProps {
  value: NewApiKey['permissions']
  /** The key is limited to workflows, which leaves fewer permissions. */
  isLimited: boolean
  error: string | undefined
  onChange(permissions: NewApiKey['permissions']): void
}

/** The permissions that the caller can give to a key. */
export function PermissionChoice({ value, isLimited, error, onChange }: PermissionChoiceProps) {
  const id = useId()
  const held = useMe()?.permissions ?? []
  const offered = (Object.entries(keyPermissionTexts) as [Permission, string][]).filter(
    ([permission]) => held.includes(permission) && (!isLimited || workflowPermissions.includes(permission)),
  )
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-about`}>
      <legend className="mb-1.5 text-label text-muted">{keyTexts.permissions}</legend>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2 max-sm:grid-cols-1">
        {offered.map(([permission, label]) => (
          <div key={permission} className="flex items-center gap-2">
            <Checkbox
              id={`${id}-${permission}`}
              checked={value.includes(permission)}
              onCheckedChange={(next) =>
                onChange(next === true ? [...value, permission] : value.filter((other) => other !== permission))
              }
            />
            <label htmlFor={`${id}-${permission}`}>{label}</label>
          </div>
        ))}
      </div>
      <p id={`${id}-about`} className="text-small text-muted">
        {keyTexts.onlyYours}
      </p>
      {error && (
        <p role="alert" className="text-small text-failed">
          {error}
        </p>
      )}
    </fieldset>
  )
}
