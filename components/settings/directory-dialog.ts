import type { Group, Person } from '#components/api/models.ts'

/** The open dialog; a null entry stands for a new one. */
export type DirectoryDialog =
  | { readonly kind: 'person'; readonly person: Person | null }
  | { readonly kind: 'group'; readonly group: Group | null }
  | { readonly kind: 'remove'; readonly of: 'person' | 'group'; readonly id: string; readonly name: string }
