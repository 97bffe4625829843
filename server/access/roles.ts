import type { Actor } from './actor.ts'

// What a role allows is said by the rules of `may`: they alone ask for roles.

export function isAdmin({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('admin')
}

/** A manager assigns tasks to other people and sees all tasks of the owner. An administrator may do the same. */
export function isManager({ roles }: Pick<Actor, 'roles'>): boolean {
  return roles.includes('manager') || roles.includes('admin')
}
