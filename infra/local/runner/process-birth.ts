import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Linux: ticks since the boot, and which boot. What `ps` prints there is rounded anew each time. */
const birthOnLinux = async (pid: number): Promise<string> => {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The second field is the program's name, which may hold spaces and brackets; the start is the 22nd.
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return `${boot.trim()} ${afterName[19]}`;
};

const birthByPs = async (pid: number): Promise<string> => {
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env });
  return stdout.trim();
};

const birthByPowerShell = async (pid: number): Promise<string> => {
  const ask = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  const { stdout } = await promisify(execFile)(
    'powershell.exe',
    ['-NoProfile', '-NonInteractive', '-Command', ask],
    {
      windowsHide: true,
    },
  );
  return stdout.trim();
};

const births: Partial<Record<NodeJS.Platform, (pid: number) => Promise<string>>> = {
  linux: birthOnLinux,
  win32: birthByPowerShell,
};

/**
 * When a process began, in the words of its system: numbers of processes are given again, this is not. Undefined where
 * it can't be told.
 */
export async function processBirth(pid: number): Promise<string | undefined> {
  try {
    return await (births[process.platform] ?? birthByPs)(pid);
  } catch (error) {
    // Gone by now, somebody else's, or a system without the program that tells it: an error of the system or of a program.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
