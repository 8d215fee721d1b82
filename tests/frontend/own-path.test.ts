import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('location', { origin: 'https://app.example.com' });
const { ownPath } = await import('../../frontend/core/paths.ts');

describe('where somebody is led after signing in', () => {
  it.each([
    '/dashboard',
    '/dashboard/tasks?status=pending&search=a%20b',
    '/dashboard/tasks?next=https://evil.example',
  ])('may be %s', (wanted) => {
    expect(ownPath(wanted)).toBe(wanted);
  });

  it.each([
    null,
    '',
    'https://evil.example/dashboard',
    'https://app.example.com.evil.example/',
    '//evil.example/dashboard',
    '///evil.example/dashboard',
    '/\\evil.example/dashboard',
    '/\t/evil.example',
    '/dashboard/../\\evil.example',
    'javascript:alert(1)',
    'data:text/html,hi',
    'dashboard',
    '/dashboards',
    '/login',
  ])('is never %s', (wanted) => {
    expect(ownPath(wanted)).toBeNull();
  });
});
