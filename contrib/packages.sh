# Sourced by the programs of this folder: where the tree is, what Debian's packages hold for it, the build.
# shellcheck shell=bash

set -euo pipefail

tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# What each job needs. A Swift toolchain, unpacked and no more, lacks a linker's files and a few libraries.
# shellcheck disable=SC2034 # read by those that source this file
build_packages="git g++ libc6-dev libedit2 libncurses6 libsqlite3-0 libxml2 \
libmpg123-dev libpulse-dev libsystemd-dev libcurl4-openssl-dev libsndfile1-dev libsqlite3-dev libutf8proc-dev"
# shellcheck disable=SC2034
example_packages="sox lame"
# shellcheck disable=SC2034
picture_packages="sox lame imagemagick chafa xterm xvfb xdotool polybar fonts-dejavu-core"
# shellcheck disable=SC2034
sound_packages="pulseaudio pulseaudio-utils"
# shellcheck disable=SC2034
test_packages="sox lame twolame flac vorbis-tools opus-tools mpg123 nginx icecast2 ezstream dbus \
pulseaudio pulseaudio-utils pipewire pipewire-pulse wireplumber systemd util-linux shellcheck \
bash-completion zsh fish man-db mandoc desktop-file-utils xvfb xdotool i3-wm i3blocks sxhkd polybar sway waybar wtype \
libglib2.0-bin gnome-settings-daemon-common procps python3 python3-venv tmux xterm chafa imagemagick \
playerctl python3-dbusmock socat"

# shellcheck disable=SC2034
soak_packages="python3 gcc libc6-dev sox lame dbus pulseaudio pulseaudio-utils util-linux"
# shellcheck disable=SC2034
bench_packages="python3 gcc libc6-dev sox lame flac mpd mpc mpg123 mpv cmus playerctl dbus pulseaudio pulseaudio-utils \
pipewire pipewire-pulse wireplumber"

say() { printf '%s\n' "$*"; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# Installs those of the packages that are missing. Asks first when somebody sits at a terminal.
need() {
    local package missing=() root=()
    command -v dpkg-query >/dev/null || { say "not a Debian system: taking for granted that there is $*"; return; }
    for package; do
        [[ $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    ((EUID == 0)) || root=(sudo)
    say "installing with apt: ${missing[*]}"
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        fail "not root, and sudo isn't there; as root: apt-get install ${missing[*]}"
    fi
    if [[ -t 0 ]]; then
        local answer
        read -rp "go ahead? [Y/n] " answer
        [[ -z $answer || $answer == [yY]* ]] || fail "not without ${missing[*]}"
    fi
    "${root[@]}" apt-get update -q
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "${missing[@]}" \
        </dev/null
}

# Makes moodd and moodctl in .build/release.
build() {
    command -v swift >/dev/null || fail "no Swift here: install a toolchain, 6.2 or later, from https://swift.org/install"
    # shellcheck disable=SC2086 # a list of words
    need $build_packages
    (cd "$tree" && swift build -c release)
}
