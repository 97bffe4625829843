import type { Metadata } from 'next'
import { LoginPage } from '#components/identity/login/login-page.tsx'

export const metadata: Metadata = { title: 'Log in' }

export default function Page() {
  return <LoginPage />
}
