# Sourced by run and install: the daemon as a service of the user's systemd.
# shellcheck shell=bash
# shellcheck disable=SC2154 # tree: packages.sh

# Whether a user manager answers.
manager() { systemctl --user show-environment >/dev/null 2>&1; }

# The value of a variable in the manager's environment, which the daemon inherits, else a default.
variable() {
    local value
    value=$(systemctl --user show-environment 2>/dev/null | sed -n "s/^$1=//p")
    printf '%s\n' "${value:-$2}"
}

# A path as it stands between double quotes in a unit.
escaped() {
    local path=${1//\\/\\\\}
    path=${path//\"/\\\"}
    path=${path//%/%%}
    printf '%s\n' "${path//\$/\$\$}"
}

# Puts the units into a folder, for a daemon at a path, and makes the folders that the daemon writes to. Further
# arguments are settings of the service.
place_units() {
    local folder=$1 program=$2 unit
    shift 2
    local state data cache
    state=$(variable XDG_STATE_HOME "$HOME/.local/state")/mood
    data=$(variable XDG_DATA_HOME "$HOME/.local/share")/mood
    cache=$(variable XDG_CACHE_HOME "$HOME/.cache")/mood
    install -d -m 700 "$state" "$data" "$cache"
    install -d "$folder"
    unit=$(<"$tree/systemd/moodd.service")
    unit=${unit/"%h/.local/bin/moodd"/"\"$(escaped "$program")\""}
    unit=${unit/"%h/.local/state/mood"/"$(escaped "$state")"}
    unit=${unit/"%h/.local/share/mood"/"$(escaped "$data")"}
    unit=${unit/"%h/.cache/mood"/"$(escaped "$cache")"}
    local setting
    for setting; do unit=${unit/"[Service]"/"[Service]"$'\n'"$setting"}; done
    printf '%s\n' "$unit" >"$folder/moodd.service"
    install -m 644 "$tree/systemd/moodd.socket" "$folder/moodd.socket"
}

# Starts the daemon, or starts it anew. Where the sandbox is refused because there are no user namespaces, it goes
# without them, by a drop-in in the folder of the units.
start_service() {
    local folder=$1
    systemctl --user daemon-reload
    systemctl --user reset-failed moodd.service moodd.socket 2>/dev/null || true
    systemctl --user restart moodd.service && return
    # 217, 218, 226: user, capabilities, namespace.
    case $(systemctl --user show --property=ExecMainStatus --value moodd.service) in
    217 | 218 | 226) ;;
    *) return 1 ;;
    esac
    say "no user namespaces here: moodd runs with a smaller sandbox"
    systemctl --user stop moodd.service 2>/dev/null
    install -D -m 644 "$tree/systemd/no-user-namespaces.conf" "$folder/moodd.service.d/no-user-namespaces.conf"
    systemctl --user daemon-reload
    systemctl --user reset-failed moodd.service 2>/dev/null || true
    systemctl --user restart moodd.service
}

# Takes the units out of a folder.
remove_units() {
    rm -f "$1/moodd.service" "$1/moodd.socket" "$1/moodd.service.d/no-user-namespaces.conf"
    rmdir "$1/moodd.service.d" 2>/dev/null || true
    systemctl --user daemon-reload
}
