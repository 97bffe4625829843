'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** Pages without a session, or with one that opens nothing yet: nothing around them may ask the server for data. */
const pages: ReadonlySet<string> = new Set(['/login', '/setup', '/reset', '/invite', '/second-factor'])

/** The page alone where it needs no session, or within the frame of the app. */
export function Standalone({ page, framed }: { page: ReactNode; framed: ReactNode }) {
  return pages.has(usePathname()) ? page : framed
}
