import type { Metadata } from 'next'
import { OwnersPage } from '#components/identity/owners/owners-page.tsx'

export const metadata: Metadata = { title: 'Owners' }

export default function Page() {
  return <OwnersPage />
}
