import type { Metadata } from 'next'
import { SessionsPage } from '#components/identity/sessions/sessions-page.tsx'

export const metadata: Metadata = { title: 'My sessions' }

export default function Page() {
  return <SessionsPage />
}
