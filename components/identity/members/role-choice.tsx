'use client'

import { useId } from 'react'
import type { MemberRole } from '#components/api/models.ts'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { memberTexts, roleTexts } from '../texts/members.ts'

export const memberRoles: readonly MemberRole[] = ['viewer', 'operator', 'approver', 'designer', 'manager', 'admin']

export interface RoleChoiceProps {
  value: readonly MemberRole[]
  /** Roles that the login gives, which cannot be taken away here. */
  fixed?: readonly MemberRole[]
  error?: string | undefined
  onChange(roles: readonly MemberRole[]): void
}

/** The roles as check boxes, each with what it lets a member do. */
export function RoleChoice({ value, fixed = [], error, onChange }: RoleChoiceProps) {
  const id = useId()
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-label text-muted">{memberTexts.roles}</legend>
      {memberRoles.map((role) => (
        <div key={role} className="grid grid-cols-[auto_1fr] gap-x-2.5">
          <Checkbox
            id={`${id}-${role}`}
            className="mt-0.5"
            checked={value.includes(role) || fixed.includes(role)}
            disabled={fixed.includes(role)}
            aria-describedby={`${id}-${role}-about`}
            onCheckedChange={(next) =>
              onChange(next === true ? [...value, role] : value.filter((other) => other !== role))
            }
          />
          <label htmlFor={`${id}-${role}`} className="font-medium">
            {roleTexts[role]?.label}
          </label>
          <span id={`${id}-${role}-about`} className="col-start-2 text-small text-muted">
            {fixed.includes(role) ? memberTexts.roleComesFromLogin : roleTexts[role]?.about}
          </span>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-small text-failed">
          {error}
        </p>
      )}
    </fieldset>
  )
}
