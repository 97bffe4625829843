import type { Metadata } from 'next'
import { ResetPage } from '#components/identity/reset/reset-page.tsx'

export const metadata: Metadata = { title: 'New password', referrer: 'no-referrer' }

export default function Page() {
  return <ResetPage />
}
