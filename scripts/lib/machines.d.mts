export function programsOfOthers(folder: string, arch: 'x64' | 'arm64'): string[];
