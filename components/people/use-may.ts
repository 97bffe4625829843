'use client'

import type { Permission } from '#components/api/models.ts'
import { useMe } from './use-people.ts'

/** Whether the caller holds the permission; false until the server has answered. */
export function useMay(permission: Permission): boolean {
  return useMe()?.permissions.includes(permission) ?? false
}
