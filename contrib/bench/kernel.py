"""What the kernel has counted of a process."""

import glob
import os


def cpu_seconds(pid):
    """Processor time of all its threads so far, to the nanosecond."""
    return sum(int(_read(path).split()[0]) for path in glob.glob(f"/proc/{pid}/task/*/schedstat")) / 1e9


def switches(pid):
    """Context switches of each thread so far, by its number."""
    return {
        int(os.path.basename(folder)): sum(
            int(line.split()[1]) for line in _read(folder + "/status").splitlines() if "ctxt_switches" in line
        )
        for folder in glob.glob(f"/proc/{pid}/task/*")
    }


def switches_since(pid, before):
    now = switches(pid)
    return sum(count - before.get(thread, 0) for thread, count in now.items())


def memory(pid):
    """Resident and private memory, in MB."""
    fields = {}
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines()[1:]:
        name, amount = line.split()[:2]
        fields[name.rstrip(":")] = int(amount) / 1024
    return fields["Rss"], fields["Private_Clean"] + fields["Private_Dirty"]


def _read(path):
    with open(path) as file:
        return file.read()
