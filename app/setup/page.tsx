import type { Metadata } from 'next'
import { SetupPage } from '#components/identity/setup/setup-page.tsx'

export const metadata: Metadata = { title: 'Set up' }

export default function Page() {
  return <SetupPage />
}
